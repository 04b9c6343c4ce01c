export { type MountOptions, mountModal } from './mount-modal.js'
export { prefetchModal } from './prefetch-modal.js'
