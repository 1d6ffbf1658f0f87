import { handleAuth } from "@/lib/edge/http/sign-in";

export const dynamic = "force-dynamic";

export { handleAuth as GET, handleAuth as POST };
