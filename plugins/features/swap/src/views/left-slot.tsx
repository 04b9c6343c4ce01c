import type { Read } from '@portico/kernel'
import { LazyFace, useRead } from '@portico/ui'
import { hasSent } from '../refs.js'
import { isGuarded } from './read.js'

const load = () => import('./left-approvals.js')

const hasLeft = (read: Read) => isGuarded(read) || hasSent(read, 'approve')

/** The place of what was left behind, a request or an approval: most people never need it. */
export function LeftSlot() {
  return useRead(hasLeft) && <LazyFace load={load} />
}
