"use client";

import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

/** Shown when a page cannot be rendered: the database is unreachable, or a fault that is in the log. */
export default function PageFailed() {
  return (
    <Page title="This page could not be shown" lead="Something went wrong on our side. Try again in a moment.">
      <div>
        {/* A full reload: the failure was on the server. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </div>
    </Page>
  );
}
