/* Records of a compiler's every kind. */
#ifndef T_H
#define T_H
#include <stdint.h>
#include <stdbool.h>
#define NAME_LENGTH 21
#define LINES (2 * 2)
#define HEX 0x0A
#define TIMES NAME_LENGTH - 0x13   // two
typedef enum colour { RED, GREEN = 5, BLUE } COLOUR;
typedef struct point { short x; char tag; int y; } POINT;

typedef struct mixed {
    char c;               /* one character */
    short s;
    char c2;
    int i;                // a number
    unsigned char b;
    long l;
    long long ll;
    float f;
    double d;
    void *p;
    enum colour e;
    bool flag;
    int8_t tail;
} MIXED;

typedef struct {
    char name[NAME_LENGTH];
    char lines[LINES][HEX];
    char cube[2][3][5];
    int grid[TIMES][sizeof(int)];
    unsigned char codes[3];
    POINT points[3];
    char end;
} ARRAYS;

typedef struct {
    char kind;
    union amount { double number; char text[11]; struct { char a; short b[7]; } parts; } u;
    union { int inl; short words[5]; };
    union { float fl; struct { char fa; union { int fb; char fc[2]; }; }; };
    char last;
} UNIONS;

#pragma pack(push, 1)
typedef struct { char c; double d; short s; POINT p; int i; } TIGHT;
#pragma pack(2)
typedef struct { char c; double d; short s; } TWO;
#pragma pack(pop)

typedef struct { int n; short s[3]; } ODD;
typedef struct { char c; long l; int i; } __attribute__((packed)) GNU;
typedef struct { int n; char k; char data[]; } OPEN;
typedef struct { char a; struct { short x; struct { char q; int r; } y[2]; } in; struct point row[2]; char z; } NEST;
typedef int (*callback)(int, char *);
typedef struct { int id; callback call; int (*table)[4]; char *ptrs[3]; int (arr)[2]; } FUNC;
extern int compute(struct mixed *m);
#endif
