export { mountModal, preloadModal } from '@portico/ui/modal'
