#include "textflag.h"

// ROWS begins with the first row again: R10 are its cells, R11 its factor, R12 the rows left.
#define ROWS \
	MOVQ SI, R10 \
	MOVQ DX, R11 \
	MOVQ R9, R12

// NEXT goes on to the next row, and is followed by a jump where there is one.
#define NEXT \
	ADDQ R8, R10 \
	ADDQ $8, R11 \
	DECQ R12

// func addRowsMany(to, data, p *float64, cells, stride, n int)
TEXT ·addRowsMany(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ data+8(FP), SI
	MOVQ p+16(FP), DX
	MOVQ cells+24(FP), CX
	MOVQ stride+32(FP), R8
	SHLQ $3, R8
	MOVQ n+40(FP), R9

sixteen:
	SUBQ    $16, CX
	JL      fours
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	ROWS

sixteenOfRow:
	VBROADCASTSD (R11), Y4
	VMULPD       (R10), Y4, Y5
	VMULPD       32(R10), Y4, Y6
	VMULPD       64(R10), Y4, Y7
	VMULPD       96(R10), Y4, Y8
	VADDPD       Y5, Y0, Y0
	VADDPD       Y6, Y1, Y1
	VADDPD       Y7, Y2, Y2
	VADDPD       Y8, Y3, Y3
	NEXT
	JNZ          sixteenOfRow
	VMOVUPD      Y0, (DI)
	VMOVUPD      Y1, 32(DI)
	VMOVUPD      Y2, 64(DI)
	VMOVUPD      Y3, 96(DI)
	ADDQ         $128, DI
	ADDQ         $128, SI
	JMP          sixteen

fours:
	ADDQ $16, CX

four:
	SUBQ    $4, CX
	JL      ones
	VMOVUPD (DI), Y0
	ROWS

fourOfRow:
	VBROADCASTSD (R11), Y4
	VMULPD       (R10), Y4, Y5
	VADDPD       Y5, Y0, Y0
	NEXT
	JNZ          fourOfRow
	VMOVUPD      Y0, (DI)
	ADDQ         $32, DI
	ADDQ         $32, SI
	JMP          four

ones:
	ADDQ $4, CX
	JZ   done

one:
	VMOVSD (DI), X0
	ROWS

oneOfRow:
	VMOVSD (R11), X4
	VMULSD (R10), X4, X5
	VADDSD X5, X0, X0
	NEXT
	JNZ    oneOfRow
	VMOVSD X0, (DI)
	ADDQ   $8, DI
	ADDQ   $8, SI
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	RET

// OF adds the cells in Y8 and Y9, times a factor, to two sums.
#define OF(factors, sum, sum1) \
	VBROADCASTSD (factors)(R12*8), Y10 \
	VMULPD       Y8, Y10, Y11 \
	VMULPD       Y9, Y10, Y12 \
	VADDPD       Y11, sum, sum \
	VADDPD       Y12, sum1, sum1

// func addFourMany(to *[4]*float64, data *float64, p *[4]*float64, cells, stride, n int)
TEXT ·addFourMany(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ data+8(FP), SI
	MOVQ p+16(FP), DX
	MOVQ cells+24(FP), CX
	MOVQ stride+32(FP), R8
	SHLQ $3, R8
	MOVQ n+40(FP), R9
	MOVQ 24(DX), BX
	MOVQ 16(DX), R13
	MOVQ 8(DX), R11
	MOVQ (DX), DX
	XORQ R15, R15

eight:
	MOVQ    (DI), AX
	VMOVUPD (AX)(R15*1), Y0
	VMOVUPD 32(AX)(R15*1), Y1
	MOVQ    8(DI), AX
	VMOVUPD (AX)(R15*1), Y2
	VMOVUPD 32(AX)(R15*1), Y3
	MOVQ    16(DI), AX
	VMOVUPD (AX)(R15*1), Y4
	VMOVUPD 32(AX)(R15*1), Y5
	MOVQ    24(DI), AX
	VMOVUPD (AX)(R15*1), Y6
	VMOVUPD 32(AX)(R15*1), Y7
	LEAQ    (SI)(R15*1), R10
	XORQ    R12, R12

row:
	VMOVUPD (R10), Y8
	VMOVUPD 32(R10), Y9
	OF(DX, Y0, Y1)
	OF(R11, Y2, Y3)
	OF(R13, Y4, Y5)
	OF(BX, Y6, Y7)
	ADDQ    R8, R10
	INCQ    R12
	CMPQ    R12, R9
	JLT     row

	MOVQ    (DI), AX
	VMOVUPD Y0, (AX)(R15*1)
	VMOVUPD Y1, 32(AX)(R15*1)
	MOVQ    8(DI), AX
	VMOVUPD Y2, (AX)(R15*1)
	VMOVUPD Y3, 32(AX)(R15*1)
	MOVQ    16(DI), AX
	VMOVUPD Y4, (AX)(R15*1)
	VMOVUPD Y5, 32(AX)(R15*1)
	MOVQ    24(DI), AX
	VMOVUPD Y6, (AX)(R15*1)
	VMOVUPD Y7, 32(AX)(R15*1)
	ADDQ    $64, R15
	SUBQ    $8, CX
	JG      eight
	VZEROUPPER
	RET
