/** Any other address under /api answers with a problem document, not a page. */
export {
  nowhere as DELETE,
  nowhere as GET,
  nowhere as PATCH,
  nowhere as POST,
  nowhere as PUT,
} from "@/lib/edge/http/nowhere";
