import { handleAuth } from "@/lib/http/sign-in";

export const dynamic = "force-dynamic";

export { handleAuth as GET, handleAuth as POST };
