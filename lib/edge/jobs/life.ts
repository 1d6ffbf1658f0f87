import { processWide } from "@/lib/kernel/process-wide";
import type { Counted } from "@/lib/platform/metrics/metrics";
import type { Pages } from "@/lib/surfaces/health/check-health";

/** What the server (scripts/server.mjs) and the application in it tell one another. */
type Life = {
  /** Settles when the server answers requests; it put that here. */
  listening?: Promise<void>;
  /** The server has been told to end, and answers until it does. */
  stopping?: boolean;
  /** Ends background work, then the connections; for the server, once no request is under way. */
  shutdown?: () => Promise<void>;
  /** The process is being made ready, or is. */
  booting?: Promise<void>;
  /** The server was told to bring the schema up to date before it serves. */
  migrates?: boolean;
  /** The hash of the sources that it was built of; undefined in development. */
  build?: string | undefined;
  /** This process makes pages for another, which does all else (scripts/server/pages.mjs). */
  onlyPages?: boolean;
  /** Settles when there are pages: until then the processors are theirs. */
  pagesThere?: Promise<void>;
  /** How the process that makes pages for this one is; to come, while they are being built. */
  pagesAre?: () => Pages;
  /** What that process has counted for the metrics; undefined while there is none. */
  pagesCounted?: () => Promise<Counted | undefined>;
  /** For the server, which asks it of a process that makes pages. */
  counted?: () => Promise<Counted>;
  /** For the server, at the end of a request, where somebody asks for metrics. */
  noteRequest?: (operation: string, status: number, seconds: number) => void;
};

export const life: Life = processWide("life", () => ({}));
