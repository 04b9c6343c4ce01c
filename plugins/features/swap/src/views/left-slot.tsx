import type { Read } from '@portico/kernel'
import { LazyFace, useRead } from '@portico/ui'
import { hasSent } from '../refs.js'

const load = () => import('./left-approvals.js')

const hasAllowed = (read: Read) => hasSent(read, 'approve')

/** The place of what was allowed and not used: most people never need it. */
export function LeftSlot() {
  return useRead(hasAllowed) && <LazyFace load={load} />
}
