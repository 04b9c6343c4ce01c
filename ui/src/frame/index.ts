export { useKernel } from '../react/kernel-provider.js'
export { useTranslate } from '../react/use-translate.js'
export { type MountOptions, mountModal } from './mount-modal.js'
export { prefetchModal } from './prefetch-modal.js'
