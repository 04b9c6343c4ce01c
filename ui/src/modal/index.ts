export { useKernel } from '../react/kernel-provider.js'
export { useSay, useText } from '../react/use-text.js'
export { type MountOptions, mountModal } from './mount-modal.js'
export { prefetchModal } from './prefetch-modal.js'
