"use client";

import { lazyDialog } from "@/components/forms/lazy-dialog";

// Windows that pages open by themselves. Each is said where it is opened: its button, its title and what it is given.

export const DataSourceDialog = lazyDialog(() => import("./developers/data-source-form"));
export const GoLiveDialog = lazyDialog(() => import("./go-live/request-form"));
export const InviteDialog = lazyDialog(() => import("./team/invite-form"));
export const OriginDialog = lazyDialog(() => import("./developers/origin-form"));
export const RedirectsDialog = lazyDialog(() => import("./developers/redirects-form"));
export const RoleDialog = lazyDialog(() => import("./team/role-form"));
