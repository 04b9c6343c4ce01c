import type { Read } from '@portico/kernel'
import { LazyComponent, useRead } from '@portico/ui'
import { hasAllowance } from '../refs.js'
import { isGuarded } from './swap-texts.js'

const load = () => import('./unused-approvals-list.js')

const hasLeft = (read: Read) => isGuarded(read) || hasAllowance(read)

/** Loads the notice only when there is an open request or an unused approval. */
export function LeftSlot() {
  return useRead(hasLeft) && <LazyComponent load={load} />
}
