import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toProblem } from "@/lib/edge/http/problem";
import { errorCodes, errors } from "@/lib/kernel/error-codes";
import { CodedError } from "@/lib/kernel/errors";
import Errors from "./page";

test("every problem's type leads to its code on the page, with what it means and what to do", () => {
  const page = renderToStaticMarkup(Errors());
  for (const code of errorCodes) {
    const { type, title } = toProblem(new CodedError(code, "About one request."), "req_1");
    expect(type).toBe(`/docs/errors#${code}`);
    const [, article] = new RegExp(`<article id="${code}"(.*?)</article>`).exec(page) ?? [];
    expect(article, code).toBeDefined();
    for (const text of [title, errors[code].means, errors[code].remedy])
      expect(article).toContain(text.replaceAll("'", "&#x27;"));
  }
  expect(page.match(/<article/g)).toHaveLength(errorCodes.length);
});

test("no two codes say the same", () => {
  expect(new Set(Object.values(errors).map(({ means }) => means)).size).toBe(errorCodes.length);
});
