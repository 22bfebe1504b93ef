const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * RFC 3339 text to milliseconds since 1970, or null when it is no time. Go writes an unset time as
 * year 1; anything before 1970 counts as unset.
 */
export function parseTime(text: string | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isFinite(at) && at > 0 ? at : null;
}

/** How long ago, coarsely: `now`, `12s`, `4m`, `3h`, `5d`; empty when there is no time. */
export function age(at: number | null, now: number): string {
  if (at === null) return '';
  const passed = now - at;
  if (passed < SECOND) return 'now';
  if (passed < MINUTE) return `${Math.floor(passed / SECOND)}s`;
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)}h`;
  return `${Math.floor(passed / DAY)}d`;
}

/** The instant at which `age(at, …)` next reads differently; null when it never will. */
export function nextAgeChange(at: number | null, now: number): number | null {
  if (at === null) return null;
  const passed = now - at;
  if (passed < SECOND) return at + SECOND;
  const unit = passed < MINUTE ? SECOND : passed < HOUR ? MINUTE : passed < DAY ? HOUR : DAY;
  return at + (Math.floor(passed / unit) + 1) * unit;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Clock time of an event in the person's zone, whose offset from UTC is `offset` minutes. */
export function clockTime(at: number | null, offset: number): string {
  if (at === null) return '--:--:--';
  const local = new Date(at + offset * MINUTE);
  return `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
}

/** `2026-05-23 10:00` in the person's zone. */
export function dateTime(at: number | null, offset: number): string {
  if (at === null) return '';
  const local = new Date(at + offset * MINUTE);
  const date = `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}`;
  return `${date} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
}
