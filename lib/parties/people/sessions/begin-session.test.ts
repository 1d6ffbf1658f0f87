import { expect, test } from "vitest";
import { sessionName } from "./begin-session";

const chrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

test.each([
  [chrome, null, "Chrome on Android"],
  [chrome, "Ada's till", "Ada's till"],
  ["ShopKeeper/2.1 (iPhone; iOS 19.1)", undefined, "ShopKeeper on iOS"],
  ["okhttp/5.0.0", null, "okhttp"],
  ["curl", null, "curl"],
  ["", null, "A program"],
  ["Mozilla/5.0", null, "A program"],
  ["<script>alert(1)</script>/1", null, "A program"],
  ["www.evil.example/1", null, "A program"],
  [`${"x".repeat(500)}/1`, null, "A program"],
])("%.30s, named %s, is %s", (userAgent, deviceName, name) => {
  expect(sessionName(userAgent, deviceName)).toBe(name);
});
