export { type MountOptions, modal } from './mount-modal.js'
