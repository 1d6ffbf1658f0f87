import { createElement as element } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { JourneyToCome } from "./journey-to-come";
import { WayToFunding } from "./way-to-funding";

const textOf = (markup: string) => markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("the way of a marketplace that has funded merchants of its own", () => {
  const way = (more: object) =>
    textOf(
      renderToStaticMarkup(
        element(WayToFunding, {
          at: "/dashboard/test",
          funded: true,
          businessName: null,
          kyc: null,
          loanId: null,
          loan: null,
          ...more,
        }),
      ),
    );

  it("tells of them, and of no application, where none was added here", () => {
    expect(way({})).toContain("You have funded merchants: all loans");
    expect(way({})).not.toContain("Not applied");
    expect(way({ funded: false })).toContain("is shown here");
  });

  it("says of whom it is that one has not applied, and does not once that one is funded", () => {
    const added = { businessName: "Ada Foods", kyc: "PENDING" };
    expect(way(added)).toMatch(/You have funded merchants.*Of Ada Foods, .*Not applied/);
    expect(way({ ...added, kyc: "APPROVED", loan: "ACTIVE", loanId: "loan_1" })).not.toContain("Of Ada Foods");
    expect(way({ ...added, funded: false })).not.toContain("You have funded");
  });
});

it("a step that is done says what is missing to see it here, to those who may do it", () => {
  const told = (more: object) => {
    const given = { applied: true, allowed: true, added: false, mayChange: true, ...more };
    return textOf(renderToStaticMarkup(element(JourneyToCome, given)));
  };
  expect(told({})).toMatch(/has applied. To see the journey right here, add a test merchant\./);
  expect(told({ allowed: false })).toContain("allow this dashboard and add a test merchant.");
  expect(told({ added: true, mayChange: false }).trim()).toBe("A merchant of yours has applied.");
  expect(told({ applied: false })).toContain("once there are an allowed page and a test merchant");
  expect(told({ applied: false, added: true, mayChange: false })).toContain(
    "Owners, administrators and developers open",
  );
});
