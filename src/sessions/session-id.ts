/** What conversations and their files are called. */

const ID = /^\d{8}-[0-9a-hjkmnp-tv-z]{8}$/;
const START_OF_ID = /^\d{8}-[0-9a-z]{1,8}$/;

function isSessionId(text: string): boolean {
  return ID.test(text);
}

/** Whether the text has the form of an id or of its beginning, the day at least. */
export function mayBeSessionId(text: string): boolean {
  return START_OF_ID.test(text);
}

/** Whether the text names a file and not an id. */
export function isFileName(text: string): boolean {
  return /[/\\]|\.jsonl$/.test(text);
}

/** The name of a conversation's file. */
export function fileNameOf(id: string): string {
  return `${id}.jsonl`;
}

/** The id in the name of a conversation's file; undefined for any other file. */
export function idOfFileName(name: string): string | undefined {
  const id = name.endsWith(".jsonl") ? name.slice(0, -".jsonl".length) : "";
  return isSessionId(id) ? id : undefined;
}
