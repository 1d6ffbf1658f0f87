import { expect, test } from "vitest";
import { toInstall } from "./install.mjs";

test.each([
  ["a start on nothing installs what serves", { service: true, tests: false, asLocked: false }, ["ci", "--omit=dev"]],
  ["tests on nothing install all", { service: false, tests: false, asLocked: false }, ["ci", "--include=dev"]],
  ["a start after a start installs nothing", { service: true, tests: false, asLocked: true }, undefined],
  [
    "tests after a start add the rest",
    { service: false, tests: false, asLocked: true },
    ["install", "--no-save", "--include=dev"],
  ],
  ["tests after tests install nothing", { service: false, tests: true, asLocked: true }, undefined],
  ["a start takes nothing from what tests need", { service: true, tests: true, asLocked: true }, undefined],
  ["nor where it has to install anew", { service: true, tests: true, asLocked: false }, ["ci", "--include=dev"]],
])("%s", (_, found, expected) => {
  expect(toInstall(found)).toEqual(expected);
});
