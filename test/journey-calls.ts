import { PUT as saveBusinessInfo } from "@/app/api/v1/embed/business-info/route";
import { POST as saveDirectors } from "@/app/api/v1/embed/directors/route";
import { DELETE as removeDocument } from "@/app/api/v1/embed/documents/[documentId]/route";
import { POST as attachDocument } from "@/app/api/v1/embed/documents/route";
import { PUT as saveDraft } from "@/app/api/v1/embed/draft/route";
import { GET as readOptions } from "@/app/api/v1/embed/funding-options/route";
import { POST as createFundingRequest } from "@/app/api/v1/embed/funding-requests/route";
import { GET as readSession } from "@/app/api/v1/embed/session/route";
import { POST as submit } from "@/app/api/v1/embed/submit/route";
import { PUT as putUpload } from "@/app/api/v1/embed/uploads/[fileKey]/route";
import { POST as confirmUpload } from "@/app/api/v1/embed/uploads/confirm/route";
import { POST as requestUpload } from "@/app/api/v1/embed/uploads/route";
import type { Route } from "@/lib/edge/http/route";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import type { PublicDirector } from "@/lib/terms/kyc/schema";
import { call } from "@/test/call-route";

const at = (path: string) => `/api/v1/embed/${path}`;

/** A small PDF, as far as its first bytes tell. */
export const pdf = Buffer.from("%PDF-1.7\nthe certificate");
export const announced = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(pdf.length) };

export type Announced = { fileKey: string; upload: { url: string; headers: Record<string, string> } };

/** A stored director as the journey sends one back: without the number, which it was never shown. */
export function sentBack(director: PublicDirector) {
  const { identityNumber: _, verificationStatus: _v, isPrimary: _p, middleName, position, ...rest } = director;
  return { ...rest, middleName: middleName ?? "", position: position ?? undefined };
}

type Answer = Awaited<ReturnType<typeof call>>;

/** The session that a change answers with. */
export function sessionOf({ status, text, json }: Answer): EmbedSession {
  if (status >= 300) throw new Error(`There is no session in this answer: ${status} ${text}`);
  return json as EmbedSession;
}

/** What an answer says of single fields. */
export function errorsOf({ json }: Answer): { field: string; error: string }[] {
  return (json.errors ?? []) as { field: string; error: string }[];
}

/** The journey's calls of one merchant, with the token it was opened with. */
export function journeyWith(key: string) {
  const post =
    (route: Route, path: string) =>
    (body: unknown, idempotencyKey?: string, headers: Record<string, string> = {}) =>
      call(route, {
        key,
        path: at(path),
        body,
        headers: { ...headers, ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}) },
      });
  return {
    session: async () => sessionOf(await call(readSession, { key, path: at("session") })),
    businessInfo: (body: unknown, headers: Record<string, string> = {}) =>
      call(saveBusinessInfo, { key, method: "PUT", path: at("business-info"), body, headers }),
    directors: (directors: unknown[], idempotencyKey?: string, headers: Record<string, string> = {}) =>
      post(saveDirectors, "directors")({ directors }, idempotencyKey, headers),
    attach: (fileKey: string, documentType = "CAC_CERTIFICATE") =>
      post(attachDocument, "documents")({ ...announced, documentType, fileKey }),
    remove: (documentId: string) =>
      call(removeDocument, {
        key,
        method: "DELETE",
        path: at(`documents/${documentId}`),
        params: { documentId },
      }),
    announce: post(requestUpload, "uploads"),
    put: ({ fileKey, upload }: Announced, bytes: Uint8Array = pdf, token = upload.headers[uploadTokenHeader] ?? "") =>
      call(putUpload, {
        key,
        method: "PUT",
        path: at(`uploads/${fileKey}`),
        params: { fileKey },
        raw: bytes,
        headers: { ...upload.headers, [uploadTokenHeader]: token },
      }),
    confirm: (fileKey: string) => post(confirmUpload, "uploads/confirm")({ fileKey }),
    draft: (body: unknown, headers: Record<string, string> = {}) =>
      call(saveDraft, { key, method: "PUT", path: at("draft"), body, headers }),
    submit: (idempotencyKey?: string) => post(submit, "submit")({}, idempotencyKey),
    options: (amount?: number | string) =>
      call(readOptions, { key, path: at(`funding-options${amount === undefined ? "" : `?amount=${amount}`}`) }),
    ask: post(createFundingRequest, "funding-requests"),
    /** All three steps of an upload; answers its key. */
    async uploaded(): Promise<string> {
      const answer = (await this.announce(announced)).json as Announced;
      await this.put(answer);
      await this.confirm(answer.fileKey);
      return answer.fileKey;
    },
  };
}
