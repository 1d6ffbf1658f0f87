import { expect, test } from "vitest";
import { backTo, start } from "./account-pages";

test.each(["/dashboard/live", "/dashboard/test?range=12m", "/dashboard/test/merchants/a..b?q=%0A..%2F.."])(
  "sign-in leads back to %s",
  (page) => expect(backTo(page)).toBe(page),
);

test.each([
  ["another place of the service", "/oauth/login"],
  ["segments of dots", "/dashboard/test/../../oauth/login"],
  ["segments of dots at the end", "/dashboard/test/.."],
  ["segments of dots in disguise", "/dashboard/test/%2e%2E/%2e./oauth/login"],
  ["a segment of one dot", "/dashboard/live/./keys"],
  ["a newline", "/dashboard/test?q=a\nb"],
  ["a newline at the end", "/dashboard/test\n"],
  ["a space", "/dashboard/test?q=a b"],
  ["other letters", "/dashboard/test?q=Adé"],
  ["a backslash", "/dashboard/test/\\example.com"],
  ["a fragment", "/dashboard/test#x"],
  ["several", ["/dashboard/live", "/dashboard/live"]],
])("sign-in does not lead to %s", (_, given) => expect(backTo(given)).toBe(start));
