/** The sequences that this program writes: its ways in and out, places, erasing, colours. */
const OWN = /\u001b\[(?:\?(?:1049|25|2004|1004)[hl]|H|\d+;\d+H|\d+G|\d*[JK]|[\d;]*m)/g;

/** Controls, bidi controls and separators: nothing of the kind may come out of a file. */
const DANGEROUS =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;

/** Whether text without sequences could act on a terminal. */
export const dangerous = (text: string): boolean => DANGEROUS.test(text);

/** What in a program's output is neither text nor its own sequences, with some bytes round it; null: nothing. */
export function foreign(output: string): string | null {
  const rest = output.replace(OWN, '');
  const at = rest.search(DANGEROUS);
  return at < 0 ? null : JSON.stringify(rest.slice(Math.max(0, at - 30), at + 30));
}
