import type * as core from "@toolgate/core"
import { expectTypeOf, it } from "vitest"
import {
  ApprovalDecision,
  ApprovalQuestion,
  ApprovalRequest,
  type Confinement,
  type ErrorClass,
  type ErrorSlug,
  type Executed,
  encode,
  type FileMode,
  type Form,
  type LimitName,
  type OutputStream,
  type PermissionType,
  Permit,
  Principal,
  type SideEffect,
  type SideEffectClass,
  ToolCall,
  ToolDefinition,
  ToolEvent,
  ToolExecution,
  type ToolRisk
} from "../src/index.ts"

// The compiler checks all of this: a name that one side lacks does not compile.
it("has exactly the vocabulary of core", () => {
  expectTypeOf<Form<typeof Executed>>().toEqualTypeOf<core.ToolExecution["executed"]>()
  expectTypeOf<Form<typeof ErrorClass>>().toEqualTypeOf<core.ErrorClass>()
  expectTypeOf<Form<typeof ErrorSlug>>().toEqualTypeOf<core.ErrorSlug>()
  expectTypeOf<Form<typeof SideEffectClass>>().toEqualTypeOf<core.SideEffectClass>()
  expectTypeOf<Form<typeof SideEffect>>().toEqualTypeOf<core.SideEffect>()
  expectTypeOf<Form<typeof ToolRisk>>().toEqualTypeOf<core.ToolRisk>()
  expectTypeOf<Form<typeof PermissionType>>().toEqualTypeOf<core.PermissionType>()
  expectTypeOf<Form<typeof FileMode>>().toEqualTypeOf<core.FileMode>()
  expectTypeOf<Form<typeof OutputStream>>().toEqualTypeOf<core.OutputStream>()
  expectTypeOf<Form<typeof Confinement>>().toEqualTypeOf<core.Confinement>()
  expectTypeOf<Form<typeof LimitName>>().toEqualTypeOf<core.LimitName>()
})

it("encodes the values of core", () => {
  expectTypeOf(encode<typeof ToolCall>).toBeCallableWith(ToolCall, {} as core.ToolCall)
  expectTypeOf(encode<typeof ToolDefinition>).toBeCallableWith(ToolDefinition, {} as core.ToolDefinition)
  expectTypeOf(encode<typeof ToolExecution>).toBeCallableWith(ToolExecution, {} as core.ToolExecution)
  expectTypeOf(encode<typeof ToolEvent>).toBeCallableWith(ToolEvent, {} as core.ToolEvent | core.EventsLost)
  expectTypeOf(encode<typeof Principal>).toBeCallableWith(Principal, {} as core.Principal)
  expectTypeOf(encode<typeof Permit>).toBeCallableWith(Permit, {} as core.Permit)
  expectTypeOf(encode<typeof ApprovalQuestion>).toBeCallableWith(ApprovalQuestion, {} as core.ApprovalQuestion)
  expectTypeOf(encode<typeof ApprovalRequest>).toBeCallableWith(ApprovalRequest, {} as core.ApprovalRequest)
  expectTypeOf(encode<typeof ApprovalDecision>).toBeCallableWith(ApprovalDecision, {} as core.ApprovalDecision)
})

/** The members of a type and of its members, as paths. An open or recursive member ends its path. */
type Members<Value> = Value extends string | number | boolean | null | undefined
  ? never
  : Value extends ReadonlyArray<infer One>
    ? Members<One>
    : {
        [Name in keyof Value & string]: Name extends
          | "parameters"
          | "output"
          | "specs"
          | "recipe"
          | "args"
          | "proposed"
          | "parent"
          ? Name
          : Name | `${Name}.${Members<Value[Name]>}`
      }[keyof Value & string]

// `encode` writes only the members that a form names: a missing member would be lost, and with it what the member narrows.
it("names every member that may narrow a call", () => {
  expectTypeOf<Members<Form<typeof ToolCall>>>().toEqualTypeOf<Members<core.ToolCall>>()
  expectTypeOf<Members<Form<typeof ToolDefinition>>>().toEqualTypeOf<Members<core.ToolDefinition>>()
  expectTypeOf<Members<Form<typeof Principal>>>().toEqualTypeOf<Members<core.Principal>>()
  expectTypeOf<Members<Form<typeof Permit>>>().toEqualTypeOf<Members<core.Permit>>()
  expectTypeOf<Members<Form<typeof ApprovalRequest>>>().toEqualTypeOf<Members<core.ApprovalRequest>>()
  expectTypeOf<Members<Form<typeof ApprovalDecision>>>().toEqualTypeOf<Members<core.ApprovalDecision>>()
  // A suggested rule narrows nothing, and judging the request finds it again.
  type Question = Omit<core.ApprovalQuestion, "suggestRule">
  expectTypeOf<Members<Form<typeof ApprovalQuestion>>>().toEqualTypeOf<Members<Question>>()
})
