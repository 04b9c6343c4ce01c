import { LazyFace, useRead } from '@portico/ui'
import { hasNews } from '../refs.js'

const load = () => import('./left-approvals.js')

/** The place of what was allowed and not used: most people never need it. */
export function LeftSlot() {
  return useRead(hasNews) && <LazyFace load={load} />
}
