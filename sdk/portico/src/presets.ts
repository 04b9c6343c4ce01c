export { ember, forest, midnight, mint, mono, paper } from '@portico/ui/presets'
