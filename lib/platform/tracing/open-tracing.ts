import { log } from "@/lib/kernel/log";
import { type About, setTracing, type Tracing } from "@/lib/kernel/tracing/in-span";
import { keepTraces } from "./work-traces";

/**
 * Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT. OpenTelemetry is loaded only here, and not registered with its API: others in the
 * process (Next, Inngest's SDK) would begin spans of their own then, with addresses in them.
 * @returns what sends the rest and stops
 */
export async function openTracing(of: Record<"service" | "version" | "process", string>): Promise<() => Promise<void>> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const { BasicTracerProvider, BatchSpanProcessor } = await import("@opentelemetry/sdk-trace-base");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, call: SpanKind.CLIENT };
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": of.service,
      "service.version": of.version,
      "mfis.process": of.process,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("mfis");
  const parentOf = (traceparent: string | undefined) => {
    const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
    if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16),
      isRemote: true,
    });
  };
  const begin = ({ name, kind, attributes = {}, parent }: About) => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(parent));
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      set: (more: NonNullable<About["attributes"]>) => void span.setAttributes(more),
      end(failed: boolean) {
        // Not what it failed with, which may say of whom; the log does, by the id of the request.
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  const tracing: Tracing = { begin, carry: keepTraces };
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await provider.shutdown().catch((error: unknown) => log.warn("traces were not sent", { error: String(error) }));
  };
}
