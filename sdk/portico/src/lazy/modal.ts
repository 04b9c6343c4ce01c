export { mountModal } from '@portico/ui/modal'
