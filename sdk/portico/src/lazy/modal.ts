export { embedModal, mountModal } from '@portico/ui'
