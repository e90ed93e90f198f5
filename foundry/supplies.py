"""What the library brings along: memory for arrays, and the level of the processor.

In LLVM's own language. numba's own functions for memory live in its extension module, which is not
there when the library runs; only those are needed that code without Python's objects calls.
"""

from __future__ import annotations

MEMORY = """
%meminfo = type { i64, ptr, ptr, ptr, i64, ptr }

declare ptr @malloc(i64)
declare void @free(ptr)

; One piece of memory: what numba keeps to count the references, then the items of the array.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
    %step = zext i32 %align to i64
    %head = add i64 %step, 48
    %all = add i64 %head, %size
    %info = call ptr @malloc(i64 %all)
    %failed = icmp eq ptr %info, null
    br i1 %failed, label %none, label %some
none:
    ret ptr null
some:
    %start = ptrtoint ptr %info to i64
    %behind = add i64 %start, %head
    %down = sub i64 0, %step
    %place = and i64 %behind, %down
    %data = inttoptr i64 %place to ptr
    store i64 1, ptr %info
    %dtor = getelementptr %meminfo, ptr %info, i32 0, i32 1
    store ptr null, ptr %dtor
    %owner = getelementptr %meminfo, ptr %info, i32 0, i32 2
    store ptr null, ptr %owner
    %items = getelementptr %meminfo, ptr %info, i32 0, i32 3
    store ptr %data, ptr %items
    %length = getelementptr %meminfo, ptr %info, i32 0, i32 4
    store i64 %size, ptr %length
    %other = getelementptr %meminfo, ptr %info, i32 0, i32 5
    store ptr null, ptr %other
    ret ptr %info
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
    %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
    ret ptr %info
}

; The last reference is gone.
define void @NRT_MemInfo_call_dtor(ptr %info) {
    call void @free(ptr %info)
    ret void
}
"""


def _bits(*places: int) -> int:
    return sum(1 << place for place in places)


_REGISTERS = "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}"
_SECOND = _bits(0, 9, 13, 19, 20, 23)
_THIRD = _bits(12, 22, 27, 28, 29)
_THIRD_TOO = _bits(3, 5, 8)
_FOURTH = _bits(16, 17, 28, 30, 31)
_WIDE = _bits(5, 6, 7)

# Intel's manual, volume 2, CPUID; the levels are those of the x86-64 psABI, 3.1.1.
X86_LEVEL = f"""
define internal i32 @leaf(i32 %leaf, i32 %register) {{
    %all = call {{ i32, i32, i32, i32 }} asm sideeffect "cpuid", "{_REGISTERS}"(i32 %leaf, i32 0)
    %b = extractvalue {{ i32, i32, i32, i32 }} %all, 1
    %c = extractvalue {{ i32, i32, i32, i32 }} %all, 2
    %a = extractvalue {{ i32, i32, i32, i32 }} %all, 0
    %is_b = icmp eq i32 %register, 1
    %is_c = icmp eq i32 %register, 2
    %b_or_c = select i1 %is_b, i32 %b, i32 %c
    %known = or i1 %is_b, %is_c
    %found = select i1 %known, i32 %b_or_c, i32 %a
    ret i32 %found
}}

define i32 @cutcard_level() {{
    ; SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; and LAHF.
    %one = call i32 @leaf(i32 1, i32 2)
    %two_has = and i32 %one, {_SECOND}
    %two_fits = icmp eq i32 %two_has, {_SECOND}
    %more = call i32 @leaf(i32 -2147483647, i32 2)
    %lahf = trunc i32 %more to i1
    %two = and i1 %two_fits, %lahf
    br i1 %two, label %second, label %first
first:
    ret i32 1
second:
    ; FMA, MOVBE, OSXSAVE, AVX, F16C; AVX2, BMI1, BMI2; LZCNT; and a system that keeps registers.
    %three_has = and i32 %one, {_THIRD}
    %three_fits = icmp eq i32 %three_has, {_THIRD}
    %most = call i32 @leaf(i32 0, i32 0)
    %seven_there = icmp uge i32 %most, 7
    %three_may = and i1 %three_fits, %seven_there
    br i1 %three_may, label %further, label %only_second
only_second:
    ret i32 2
further:
    %seven = call i32 @leaf(i32 7, i32 1)
    %seven_has = and i32 %seven, {_THIRD_TOO}
    %seven_fits = icmp eq i32 %seven_has, {_THIRD_TOO}
    %lzcnt = and i32 %more, 32
    %lzcnt_fits = icmp ne i32 %lzcnt, 0
    %kept = call {{ i32, i32 }} asm sideeffect "xgetbv", "={{ax}},={{dx}},{{cx}}"(i32 0)
    %kept_low = extractvalue {{ i32, i32 }} %kept, 0
    %kept_has = and i32 %kept_low, 6
    %kept_fits = icmp eq i32 %kept_has, 6
    %fits = and i1 %seven_fits, %lzcnt_fits
    %three = and i1 %fits, %kept_fits
    br i1 %three, label %third, label %only_second
third:
    ; AVX-512 F, DQ, CD, BW, VL; and a system that keeps these registers.
    %four_has = and i32 %seven, {_FOURTH}
    %four_fits = icmp eq i32 %four_has, {_FOURTH}
    %wide_has = and i32 %kept_low, {_WIDE}
    %wide_fits = icmp eq i32 %wide_has, {_WIDE}
    %four = and i1 %four_fits, %wide_fits
    %level = select i1 %four, i32 4, i32 3
    ret i32 %level
}}
"""

OTHER_LEVEL = """
define i32 @cutcard_level() {
    ret i32 0
}
"""
