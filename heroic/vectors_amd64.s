#include "go_asm.h"
#include "textflag.h"

// The lanes left, CX, of the next eight as a mask in K7: R10 is 255.
#define LANES \
	BZHIL CX, R10, AX \
	KMOVB AX, K7

// func beginMany(l *lanes, pairings *pairing, n int, a *firstActs, unknown *marks) (fought int32)
TEXT ·beginMany(SB), NOSPLIT, $0-44
	MOVQ         l+0(FP), DI
	MOVQ         pairings+8(FP), R8
	MOVQ         n+16(FP), CX
	MOVQ         a+24(FP), SI
	MOVQ         unknown+32(FP), DX
	VPBROADCASTQ firstActs_below(SI), Z10
	VPBROADCASTQ firstActs_above(SI), Z11
	VPBROADCASTD firstActs_less(SI), Y12
	VPBROADCASTD firstActs_more(SI), Y13
	VPXORD       Y14, Y14, Y14
	VPXORD       Y15, Y15, Y15
	MOVL         $255, R10
	XORQ         R9, R9

eight:
	LANES
	VMOVDQU64   lanes_draws(DI)(R9*8), Z1
	VPCMPUQ     $1, Z10, Z1, K2
	VPCMPUQ     $6, Z11, Z1, K3
	VMOVDQA32   Y13, Y2
	VMOVDQA32   Y12, K2, Y2
	VMOVDQA32   Y14, K3, Y2
	VMOVDQU32.Z lanes_pairing(DI)(R9*4), K7, Y3
	VPADDD      Y2, Y3, Y3
	VPADDD      Y3, Y3, Y4 // pairings are 16 bytes each
	VPXORD      Y5, Y5, Y5
	KMOVB       K7, K1
	VPGATHERDD  pairing_known(R8)(Y4*8), K1, Y5
	VPXORD      Y6, Y6, Y6
	KMOVB       K7, K1
	VPGATHERDD  pairing_fought(R8)(Y4*8), K1, Y6
	VPORD       Y6, Y15, Y15
	VPTESTMD    Y5, Y5, K7, K4
	VMOVDQU32   Y3, K4, lanes_pairing(DI)(R9*4)
	KXORB       K7, K4, K4
	KMOVB       K4, AX
	MOVB        AX, (DX)
	INCQ        DX
	ADDQ        $8, R9
	SUBQ        $8, CX
	JG          eight

	// What has been fought in any of eight.
	VEXTRACTI128 $1, Y15, X1
	VPORD        X1, X15, X1
	VPSRLDQ      $8, X1, X2
	VPORD        X2, X1, X1
	VPSRLDQ      $4, X1, X2
	VPORD        X2, X1, X1
	VMOVD        X1, AX
	MOVL         AX, fought+40(FP)
	VZEROUPPER
	RET

// func findMany(l *lanes, layouts *layout, places *[2]dice.Place, n int, c *crowds)
TEXT ·findMany(SB), NOSPLIT, $0-40
	MOVQ         l+0(FP), DI
	MOVQ         layouts+8(FP), R8
	MOVQ         places+16(FP), SI
	MOVQ         n+24(FP), CX
	MOVQ         c+32(FP), DX
	VPBROADCASTD (DX), Y10
	VPBROADCASTD 4(DX), Y11
	MOVL         $255, R10
	XORQ         R9, R9

eight:
	LANES
	VMOVDQU32.Z lanes_pairing(DI)(R9*4), K7, Y3
	VPADDD      Y3, Y3, Y4 // layouts are 16 bytes each
	VPXORD      Y5, Y5, Y5
	KMOVB       K7, K1
	VPGATHERDD  layout_from(R8)(Y4*8), K1, Y5
	VPXORD      Y6, Y6, Y6
	KMOVB       K7, K1
	VPGATHERDD  layout_step0(R8)(Y4*8), K1, Y6
	VPXORD      Y7, Y7, Y7
	KMOVB       K7, K1
	VPGATHERDD  layout_step1(R8)(Y4*8), K1, Y7
	VMOVDQU32   lanes_fighting(DI)(R9*4), Y8
	VMOVDQU32   (lanes_fighting+4*const_laneCount)(DI)(R9*4), Y9
	VPSUBD      Y10, Y8, Y8
	VPSUBD      Y11, Y9, Y9
	VPMULLD     Y8, Y6, Y6
	VPMULLD     Y9, Y7, Y7
	VPADDD      Y6, Y5, Y5
	VPADDD      Y7, Y5, Y5
	VPORD       Y8, Y9, Y8
	VPSRAD      $31, Y8, Y8
	VPANDND     Y5, Y8, Y5 // no place for fewer than the crowds
	VPMOVZXDQ   Y5, Z5
	VPADDQ      Z5, Z5, Z5 // places are two of 8 bytes each
	VPXORQ      Z6, Z6, Z6
	KMOVB       K7, K1
	VPGATHERQQ  (SI)(Z5*8), K1, Z6
	VPXORQ      Z7, Z7, Z7
	KMOVB       K7, K1
	VPGATHERQQ  8(SI)(Z5*8), K1, Z7
	VMOVDQU64   Z6, lanes_places(DI)(R9*8)
	VMOVDQU64   Z7, (lanes_places+8*const_laneCount)(DI)(R9*8)
	ADDQ        $8, R9
	SUBQ        $8, CX
	JG          eight
	VZEROUPPER
	RET

// func negativeMany(a, b *int32, less int32, n int, m *marks)
TEXT ·negativeMany(SB), NOSPLIT, $0-40
	MOVQ         a+0(FP), DI
	MOVQ         b+8(FP), SI
	MOVL         less+16(FP), AX
	VPBROADCASTD AX, Y10
	MOVQ         n+24(FP), CX
	MOVQ         m+32(FP), DX
	MOVL         $255, R10

eight:
	LANES
	VMOVDQU32 (DI), Y1
	VMOVDQU32 (SI), Y2
	VPSUBD    Y10, Y1, Y1
	VPSUBD    Y10, Y2, Y2
	VPORD     Y1, Y2, Y1
	VPMOVD2M  Y1, K1
	KANDB     K7, K1, K1
	KMOVB     K1, AX
	MOVB      AX, (DX)
	INCQ      DX
	ADDQ      $32, DI
	ADDQ      $32, SI
	SUBQ      $8, CX
	JG        eight
	VZEROUPPER
	RET

// func sufferMany(pool, fighting, hp *int32, n int, less int, inverse uint64)
TEXT ·sufferMany(SB), NOSPLIT, $0-48
	MOVQ         pool+0(FP), DI
	MOVQ         fighting+8(FP), SI
	MOVQ         hp+16(FP), DX
	MOVQ         n+24(FP), CX
	VPBROADCASTQ less+32(FP), Z10
	VPBROADCASTQ inverse+40(FP), Z11
	VPXORQ       Z12, Z12, Z12

eight:
	VMOVDQU32 (DI), Y1
	VPSUBD    (DX), Y1, Y1
	VPMAXSD   Y12, Y1, Y1
	VMOVDQU32 Y1, (DI)
	VPMOVSXDQ Y1, Z1
	VPADDQ    Z10, Z1, Z1
	VPMULLQ   Z11, Z1, Z1
	VPSRLQ    $40, Z1, Z1
	VPMOVQD   Z1, (SI)
	ADDQ      $32, DI
	ADDQ      $32, SI
	ADDQ      $32, DX
	SUBQ      $8, CX
	JG        eight
	VZEROUPPER
	RET

// func dueMany(pool, start, now *int32, n int, at int32, m *marks)
TEXT ·dueMany(SB), NOSPLIT, $0-48
	MOVQ         pool+0(FP), DI
	MOVQ         start+8(FP), SI
	MOVQ         now+16(FP), R8
	MOVQ         n+24(FP), CX
	MOVL         at+32(FP), AX
	VPBROADCASTD AX, Y10
	MOVQ         m+40(FP), DX
	MOVL         $255, R10

eight:
	LANES
	VMOVDQU32 (SI), Y1
	VPCMPGTD  (R8), Y1, K7, K1    // the start is greater
	VMOVDQU32 (DI), Y2
	VPCMPD    $2, Y10, Y2, K1, K1 // the pool is not
	KMOVB     K1, AX
	MOVB      AX, (DX)
	INCQ      DX
	ADDQ      $32, DI
	ADDQ      $32, SI
	ADDQ      $32, R8
	SUBQ      $8, CX
	JG        eight
	VZEROUPPER
	RET

// func closeMany(l *lanes, pairings *pairing, n int, odds uint64, last byte, over *marks)
TEXT ·closeMany(SB), NOSPLIT, $0-48
	MOVQ         l+0(FP), DI
	MOVQ         pairings+8(FP), R8
	MOVQ         n+16(FP), CX
	VPBROADCASTQ odds+24(FP), Z10
	MOVBLZX      last+32(FP), R11
	NEGL         R11
	ANDL         $255, R11
	KMOVB        R11, K6
	MOVQ         over+40(FP), DX
	VPXORD       Y14, Y14, Y14
	MOVL         $1, AX
	VPBROADCASTD AX, Y15
	MOVL         $255, R10
	XORQ         R9, R9

eight:
	LANES
	VMOVDQU32.Z lanes_pairing(DI)(R9*4), K7, Y3
	VPADDD      Y3, Y3, Y4
	VPXORD      Y5, Y5, Y5
	KMOVB       K7, K1
	VPGATHERDD  pairing_fought(R8)(Y4*8), K1, Y5
	VPXORD      Y6, Y6, Y6
	KMOVB       K7, K1
	VPGATHERDD  pairing_tiresAt(R8)(Y4*8), K1, Y6
	VPXORD      Y7, Y7, Y7
	KMOVB       K7, K1
	VPGATHERDD  pairing_next(R8)(Y4*8), K1, Y7

	// Who has attacked, and whether they tire.
	VMOVDQU32 lanes_engaged(DI)(R9*4), Y8
	VPTESTMD  Y5, Y5, K2
	VPORD     Y15, Y8, K2, Y8
	VMOVDQU32 Y8, lanes_engaged(DI)(R9*4)
	VPTESTMD  Y8, Y8, K2
	VMOVDQU64 lanes_draws(DI)(R9*8), Z1
	VPCMPUQ   $1, Z10, Z1, K2, K2
	VMOVDQU32 lanes_tired(DI)(R9*4), Y8
	VPADDD    Y15, Y8, K2, Y8

	// Where it ends.
	VPCMPD    $5, Y6, Y8, K1 // tired so often, or more
	VMOVDQU32 lanes_pool(DI)(R9*4), Y9
	VPCMPD    $2, Y14, Y9, K2
	KORB      K2, K1, K1
	VMOVDQU32 (lanes_pool+4*const_laneCount)(DI)(R9*4), Y9
	VPCMPD    $2, Y14, Y9, K2
	KORB      K2, K1, K1
	VPMOVZXBD lanes_end(DI)(R9*1), Y9
	VPTESTMD  Y9, Y9, K2
	KORB      K2, K1, K1
	KORB      K6, K1, K1
	KANDB     K7, K1, K1
	KMOVB     K1, AX
	MOVB      AX, (DX)
	KANDNB    K7, K1, K1     // where it goes on
	VMOVDQU32 Y8, K1, lanes_tired(DI)(R9*4)
	VMOVDQU32 Y7, K1, lanes_pairing(DI)(R9*4)
	INCQ      DX
	ADDQ      $8, R9
	SUBQ      $8, CX
	JG        eight
	VZEROUPPER
	RET
