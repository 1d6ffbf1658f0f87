import type { PullFailure } from "@/lib/terms/data-access/states";

/** What went wrong with a marketplace's server. The message is for its developer: nothing secret, and nothing of ours. */
export class UpstreamError extends Error {
  constructor(
    readonly failure: PullFailure,
    detail: string,
  ) {
    super(detail.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, longestDetail));
  }
}

const longestDetail = 400;
