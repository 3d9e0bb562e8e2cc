#include "textflag.h"

// func mixMany(draws *uint64, trials *Trial, n int, step uint64)
TEXT ·mixMany(SB), NOSPLIT, $0-32
	MOVQ         draws+0(FP), DI
	MOVQ         trials+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ step+24(FP), Z0
	MOVQ         $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z1
	MOVQ         $0x94d049bb133111eb, AX
	VPBROADCASTQ AX, Z2

eight:
	VPADDQ    (SI), Z0, Z3
	VPSRLQ    $30, Z3, Z4
	VPXORQ    Z4, Z3, Z3
	VPMULLQ   Z1, Z3, Z3
	VPSRLQ    $27, Z3, Z4
	VPXORQ    Z4, Z3, Z3
	VPMULLQ   Z2, Z3, Z3
	VPSRLQ    $31, Z3, Z4
	VPXORQ    Z4, Z3, Z3
	VMOVDQU64 Z3, (DI)
	ADDQ      $64, SI
	ADDQ      $64, DI
	SUBQ      $8, CX
	JNZ       eight
	VZEROUPPER
	RET

// func glanceMany(values *int32, guides *int16, places *Place, draws *uint64, n int)
TEXT ·glanceMany(SB), NOSPLIT, $0-40
	MOVQ         values+0(FP), DI
	MOVQ         guides+8(FP), R8
	MOVQ         places+16(FP), SI
	MOVQ         draws+24(FP), DX
	MOVQ         n+32(FP), CX
	MOVQ         $63, AX
	VPBROADCASTQ AX, Z0

eight:
	VMOVDQU64  (SI), Z1
	VPANDNQ    Z0, Z1, Z2         // how far to shift: ^place & 63
	VMOVDQU64  (DX), Z3
	VPSRLVQ    Z2, Z3, Z3
	VPSRLQ     $32, Z1, Z1        // the start of the guide
	VPADDQ     Z3, Z1, Z1
	KXNORB     K1, K1, K1
	VPXORQ     Z4, Z4, Z4
	VPGATHERQQ (R8)(Z1*2), K1, Z4 // the entry, and three behind it
	VPSLLQ     $48, Z4, Z4
	VPSRAQ     $48, Z4, Z4
	VPMOVQD    Z4, (DI)
	ADDQ       $64, SI
	ADDQ       $64, DX
	ADDQ       $32, DI
	SUBQ       $8, CX
	JNZ        eight
	VZEROUPPER
	RET
