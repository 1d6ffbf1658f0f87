"use client";

import { PageFailed } from "@/components/ui/page-failed";

export default PageFailed;
