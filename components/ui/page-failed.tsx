"use client";

import { Button } from "./button";
import { PageHeader } from "./page-header";

/** Shown in place of a page that cannot be rendered; the way to the others stays. */
export function PageFailed() {
  return (
    <>
      <PageHeader
        title="This page could not be shown"
        lead="Something went wrong on our side. Try again in a moment."
      />
      <div>
        {/* A full reload: the failure was on the server. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </div>
    </>
  );
}
