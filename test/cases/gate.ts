/** A promise and the way to resolve it. */
export interface Gate {
  opened: Promise<void>;
  open(): void;
}

/** A gate that is closed. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
