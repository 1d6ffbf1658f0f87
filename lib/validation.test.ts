import { describe, expect, test } from "vitest";
import { calendarDate, timestamp, timestampText } from "./validation";

describe("a timestamp", () => {
  test.each([
    "1970-01-01T00:00:00Z",
    "1969-12-31T23:00:00-01:00",
    "2199-12-31T23:59:59.999Z",
    "2200-01-01T00:30:00+01:00",
  ])("%s is of our years", (value) => {
    expect(timestampText.parse(value)).toBe(value);
    expect(timestamp.parse(value)).toEqual(new Date(value));
  });

  test.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+00:01",
    "2200-01-01T00:00:00Z",
    "2199-12-31T23:59:59-00:01",
    "9999-12-31T23:59:59-14:00",
  ])("%s is not", (value) => {
    expect(timestamp.safeParse(value).error?.issues).toMatchObject([{ message: "Must be in the years 1970 to 2199" }]);
  });

  test.each(["+012345-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01"])(
    "%s is none",
    (value) => expect(timestamp.safeParse(value).success).toBe(false),
  );
});

describe("a date", () => {
  test.each(["0001-01-01", "1905-06-30", "2024-02-29", "2199-12-31"])("%s exists", (value) => {
    expect(calendarDate.parse(value)).toBe(value);
  });

  test.each(["0000-01-01", "2023-02-29", "2200-01-01", "9999-12-31", "+12345-01-01"])("%s is none of ours", (value) => {
    expect(calendarDate.safeParse(value).success).toBe(false);
  });
});
