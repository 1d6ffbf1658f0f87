"use client";

import { Button } from "./button";
import { PageHeader } from "./page-header";

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
