export { parseImage } from '@portico/kernel/contracts'
