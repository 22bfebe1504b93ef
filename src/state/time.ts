/** How Go writes a time that was never set. */
export const UNSET_TIME = '0001-01-01T00:00:00Z';

/** What Go's time package takes for RFC 3339: also an hour of one digit, a comma, an offset of 24:60. */
const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-4]):(?:[0-5]\d|60))$/;

/** Whether Go's time.UnmarshalJSON accepts the text (tried against Go 1.26). */
export function isTime(text: string): boolean {
  const parts = RFC3339.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

/** Now as manifests write it: `2006-01-02T15:04:05Z`. */
export const nowUtc = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

/** Milliseconds since 1970 as Go writes times in snapshots and logs: no zeros at the end of a fraction. */
export const rfc3339Nano = (ms: number): string =>
  new Date(ms).toISOString().replace(/\.?0*Z$/, 'Z');
