import { PUT as saveBusinessInfo } from "@/app/api/merchants/kyc/business-info/route";
import { PUT as changeDirector, DELETE as removeDirector } from "@/app/api/merchants/kyc/directors/[directorId]/route";
import { POST as addDirectors } from "@/app/api/merchants/kyc/directors/bulk/route";
import { POST as addDirector, PUT as saveDirectors } from "@/app/api/merchants/kyc/directors/route";
import { DELETE as removeDocument } from "@/app/api/merchants/kyc/documents/[documentId]/route";
import { POST as attachDocument } from "@/app/api/merchants/kyc/documents/route";
import { PUT as saveDraft } from "@/app/api/merchants/kyc/draft/route";
import { GET as readStatus } from "@/app/api/merchants/kyc/onboarding-status/route";
import { GET as readProgress } from "@/app/api/merchants/kyc/progress/route";
import { POST as submit } from "@/app/api/merchants/kyc/submit/route";
import { PUT as putUpload } from "@/app/api/merchants/kyc/uploads/[fileKey]/route";
import { POST as confirmUpload } from "@/app/api/merchants/kyc/uploads/confirm/route";
import { POST as requestUpload } from "@/app/api/merchants/kyc/uploads/route";
import type { Route } from "@/lib/edge/http/route";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { call } from "./call-route";
import { type Announced, announced, pdf } from "./journey-calls";

type Answer = Awaited<ReturnType<typeof call>>;

/** The record that an answer shows. */
export function recordOf({ status, text, json }: Answer): KycSession {
  if (status >= 300) throw new Error(`There is no record in this answer: ${status} ${text}`);
  return json as KycSession;
}

/** The KYC calls of an account about one of its merchants. */
export function accountKycWith(token: string, merchantId?: string) {
  const named: Record<string, string> = merchantId ? { "x-merchant-id": merchantId } : {};
  const send = (route: Route, method: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(route, { key: token, method, body, headers: { ...named, ...headers } });
  return {
    record: async () => recordOf(await send(readStatus, "GET")),
    progress: () => send(readProgress, "GET"),
    businessInfo: (body: unknown, headers = {}) => send(saveBusinessInfo, "PUT", body, headers),
    addDirector: (body: unknown, headers = {}) => send(addDirector, "POST", body, headers),
    addDirectors: (directors: unknown[], headers = {}) => send(addDirectors, "POST", { directors }, headers),
    directors: (directors: unknown[], headers = {}) => send(saveDirectors, "PUT", { directors }, headers),
    changeDirector: (directorId: string, body: unknown, headers = {}) =>
      call(changeDirector, {
        key: token,
        method: "PUT",
        params: { directorId },
        body,
        headers: { ...named, ...headers },
      }),
    removeDirector: (directorId: string, headers = {}) =>
      call(removeDirector, { key: token, method: "DELETE", params: { directorId }, headers: { ...named, ...headers } }),
    announce: () => send(requestUpload, "POST", announced),
    put: ({ fileKey, upload }: Announced) =>
      call(putUpload, {
        key: token,
        method: "PUT",
        params: { fileKey },
        raw: pdf,
        headers: { ...named, ...upload.headers },
      }),
    confirm: (fileKey: string) => send(confirmUpload, "POST", { fileKey }),
    attach: (fileKey: string, documentType = "CAC_CERTIFICATE") =>
      send(attachDocument, "POST", { ...announced, documentType, fileKey }),
    remove: (documentId: string) =>
      call(removeDocument, { key: token, method: "DELETE", params: { documentId }, headers: named }),
    draft: (body: unknown, headers = {}) => send(saveDraft, "PUT", body, headers),
    submit: () => send(submit, "POST", {}),
    /** All three steps of an upload; answers its key. */
    async uploaded(): Promise<string> {
      const file = (await this.announce()).json as Announced;
      await this.put(file);
      await this.confirm(file.fileKey);
      return file.fileKey;
    },
  };
}
