"use client";

import { lazyDialog } from "@/components/forms/lazy-dialog";

export const PhoneDialog = lazyDialog(() => import("./phone-steps"));
