package dev.tplus1.breaks;

/** How much harm a break can do while nobody looks at it. */
public enum Risk {
    LOW,
    MEDIUM,
    HIGH
}
