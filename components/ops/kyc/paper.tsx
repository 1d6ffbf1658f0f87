"use client";

import type { CaseDocument } from "@/lib/surfaces/console/kyc/case-schema";

type Props = {
  /** Of the case. */
  at: string;
  document: CaseDocument;
  /** The watermark, as a picture to lie over what the browser's viewer of PDFs draws. */
  sheet: string;
  /** Alone on its page. */
  large?: boolean;
};

/** A document with its viewer's name over it. */
export function Paper({ at, document: paper, sheet, large = false }: Props) {
  const { id, title, fileName, isImage } = paper;
  const src = `${at}/documents/${id}/content`;
  const height = large ? "h-[80vh]" : "h-[70vh] max-h-180";
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      {isImage ? (
        // biome-ignore lint/performance/noImgElement: it is composed for this look alone, and never kept.
        <img src={src} alt={`${title}: ${fileName}`} className={`${height} w-full bg-sunken object-contain`} />
      ) : (
        // A viewer that was clicked has the focus, and with it every key.
        <div
          className={`relative ${height}`}
          onPointerLeave={() => document.activeElement instanceof HTMLIFrameElement && document.activeElement.blur()}
        >
          {/* Without the bar from which the viewer would save it. */}
          <iframe
            src={`${src}#toolbar=0&navpanes=0`}
            title={`${title}: ${fileName}`}
            className="size-full border border-line"
          />
          <div
            aria-hidden="true"
            style={{ backgroundImage: `url("${sheet}")` }}
            className="pointer-events-none absolute inset-0 bg-repeat"
          />
        </div>
      )}
      <figcaption className="wrap-anywhere text-sm text-muted">
        {title}, {fileName}
        {!isImage && " · Once clicked, it has the keys until the pointer leaves it."}
        {!large && (
          <>
            {" · "}
            <a href={`${at}/documents/${id}`} className="underline underline-offset-4">
              On a page of its own
            </a>
          </>
        )}
      </figcaption>
    </figure>
  );
}
