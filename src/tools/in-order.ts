/** Work on a stream of items, several at a time, with results in the order of the items. */

/** Yields `work(item)` for each item; up to `width` are under way. What is under way when the reader leaves is left behind. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const underWay: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    result.catch(() => {});
    underWay.push(result);
    if (underWay.length >= width) yield await (underWay.shift() as Promise<R>);
  }
  for (const result of underWay) yield await result;
}
