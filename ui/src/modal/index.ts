export { preloadView } from '../react/use-views.js'
export { type MountOptions, mountModal } from './mount-modal.js'
export { preloadModal } from './preload-modal.js'
