export { type Backend, type Surroundings, startBackend } from './backend.js'
export { BackendError, type BackendErrorCode } from './errors.js'
export type { IndexState } from './history/evm-indexer.js'
export { defineJob, type Job, type Jobs, type SendOptions } from './jobs/job.js'
export type { BackendOptions } from './modules/builtin.js'
export { type AuditEntry, findTampering } from './modules/login/audit-log.js'
export type { MailFacts, MailKind, MailText } from './modules/login/mail-texts.js'
export {
  type Base,
  defineModule,
  defineService,
  type Module,
  type ModuleParts,
  type Service,
} from './modules/module.js'
export { Refusal } from './server/refusal.js'
export type { Route, RouteRequest, Schema } from './server/route.js'
export type { Cache, CreateCache } from './shared/cache.js'
