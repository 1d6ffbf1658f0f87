"use client";

import { lazyDialog } from "@/components/forms/lazy-dialog";

// Windows that pages open by themselves. Each is said where it is opened: its button, its title and what it is given.

export const LenderDialog = lazyDialog(() => import("./parties/lender-form"));
export const LimitsDialog = lazyDialog(() => import("./parties/limits-form"));
export const ProductDialog = lazyDialog(() => import("./parties/product-form"));
export const RailDialog = lazyDialog(() => import("./parties/rail-form"));
export const AccountDialog = lazyDialog(() => import("./parties/account-form"));
export const OperatorDialog = lazyDialog(() => import("./parties/operator-form"));
export const OperatorRoleDialog = lazyDialog(() => import("./parties/operator-role-form"));
