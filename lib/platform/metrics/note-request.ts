import { note } from "./metrics";

/** At the end of a request. @param operation its operationId, or the pattern of its address */
export function noteRequest(operation: string, status: number, seconds: number): void {
  note("mfis_requests_total", { operation, status: String(status) });
  note("mfis_request_duration_seconds", { operation }, seconds);
}
