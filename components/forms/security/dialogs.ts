"use client";

import { lazyDialog } from "@/components/forms/lazy-dialog";

export const PasswordDialog = lazyDialog(() => import("./password-form"));
export const RecoveryCodesDialog = lazyDialog(() => import("./renew-steps"));
export const RemoveFactorDialog = lazyDialog(() => import("./remove-factor-form"));
export const SetUpDialog = lazyDialog(() => import("./set-up-steps"));
