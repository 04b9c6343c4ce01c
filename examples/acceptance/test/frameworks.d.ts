/**
 * What blocks of the documents import of frameworks that are not installed here: the same names with
 * the types that each publishes, as far as a block uses them. The hosts in `examples/hosts` are
 * built with the frameworks themselves.
 */
declare module 'next/headers' {
  export function cookies(): Promise<{ toString(): string }>
}
declare module '@vitejs/plugin-vue' {
  import type { Plugin } from 'vite'
  export default function vue(options?: {
    template?: { compilerOptions?: { isCustomElement?: (tag: string) => boolean } }
  }): Plugin
}
declare module 'vue' {
  export interface ShallowRef<Value> {
    value: Value
  }
  export function shallowRef<Value>(value: Value): ShallowRef<Value>
  export function onScopeDispose(end: () => void, failSilently?: boolean): void
}
declare module '#imports' {
  export function defineNuxtPlugin<Provided extends object>(
    setup: () => { provide: Provided },
  ): unknown
}
declare module '@tanstack/react-start' {
  export function createServerFn(): {
    handler<Answer>(run: () => Answer | Promise<Answer>): () => Promise<Answer>
  }
}
declare module '@tanstack/react-start/server' {
  export function getRequestHeader(name: string): string | undefined
}
declare module '@angular/core' {
  export interface SchemaMetadata {
    readonly name: string
  }
  export function Component(options: {
    selector: string
    schemas: readonly SchemaMetadata[]
    template: string
  }): (target: unknown, context?: unknown) => void
  export const CUSTOM_ELEMENTS_SCHEMA: SchemaMetadata
  export function signal<Value>(value: Value): (() => Value) & { set(value: Value): void }
}
