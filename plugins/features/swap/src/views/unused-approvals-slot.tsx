import type { Read } from '@portico/kernel'
import { LazyComponent, useRead } from '@portico/ui'
import { hasAllowance } from '../refs.js'
import { isGuarded } from './swap-texts.js'

const load = () => import('./unused-approvals-list.js')

const hasLeft = (read: Read) => isGuarded(read) || hasAllowance(read)

/** The place of what was left behind, a request or an approval: most people never need it. */
export function LeftSlot() {
  return useRead(hasLeft) && <LazyComponent load={load} />
}
