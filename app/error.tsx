"use client";

import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";

/** What a person sees when a page could not be made: the database was away, or a fault of ours, which the log tells of. */
export default function PageFailed() {
  return (
    <Page title="This page could not be shown" lead="Something went wrong on our side. Try again in a moment.">
      <div>
        {/* The whole page anew: what failed was made on the server. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </div>
    </Page>
  );
}
