export { mountModal, preloadModal } from '../core.js'
export { preloadView } from '../react/use-views.js'
export type { MountOptions } from './mount-modal.js'
